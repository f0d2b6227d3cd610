import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A link that stands on a page, which is named by its path from the root. */
export interface Link {
  readonly page: string;
  readonly link: string;
}

/** The links between the pages of a folder that has a README and docs: this checkout, or the package as it is installed. */
export class LinkedPages {
  readonly links: readonly Link[];
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name));
    const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs];
    this.links = pages.flatMap((page) => this.#linksOf(page));
  }

  /** Whether there is the file that a link is to, with a heading for its anchor. */
  leadsSomewhere({ page, link }: Link): boolean {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(this.#root, target))) return false;
    return anchor === undefined || (target.endsWith('.md') && this.#anchorsOf(target).has(anchor));
  }

  #textOf(page: string): string {
    return readFileSync(join(this.#root, page), 'utf8').replaceAll(/^```.*?^```$/gms, '');
  }

  /** The anchors that GitHub gives to the headings of a page; of those alike the second gets `-1`. */
  #anchorsOf(page: string): ReadonlySet<string> {
    const anchors = new Set<string>();
    for (const [, heading = ''] of this.#textOf(page).matchAll(/^#{1,6} (.*)$/gm)) {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
        .replaceAll(' ', '-');
      let anchor = slug;
      for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
      anchors.add(anchor);
    }
    return anchors;
  }

  /** Links to files of this project; those to elsewhere have a scheme. */
  #linksOf(page: string): readonly Link[] {
    const links = this.#textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g);
    return [...links]
      .map(([, link, attribute]) => ({ page, link: link ?? attribute ?? '' }))
      .filter(({ link }) => !/^[a-z]+:/.test(link));
  }
}
