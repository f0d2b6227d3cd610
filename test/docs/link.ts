import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A link that stands on a page, which is named by its path from the root. */
export interface Link {
  readonly page: string;
  readonly link: string;
}

/** The folder of the matrix, which is not committed: what has been built there is passed over. */
export const matrixFolder = join('docs', 'generated', 'matrix');

/**
 * The links between the pages of a folder that has a README and docs: this checkout, or the package as it is installed.
 * Files can be added that are in memory alone, by their paths from the root.
 */
export class LinkedPages {
  readonly links: readonly Link[];
  readonly #root: string;
  readonly #added: ReadonlyMap<string, string>;
  readonly #anchors = new Map<string, ReadonlySet<string>>();

  constructor(root: string, added: ReadonlyMap<string, string> = new Map()) {
    this.#root = root;
    this.#added = added;
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => join('docs', name))
      .filter((path) => !isInMatrix(path));
    const pages = [...docs, ...added.keys()].filter((path) => path.endsWith('.md'));
    this.links = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages].flatMap((page) =>
      this.#linksOf(page),
    );
  }

  /** Whether there is the file that a link is to, with a heading for its anchor. */
  leadsSomewhere({ page, link }: Link): boolean {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    if (!this.#has(target)) return false;
    return anchor === undefined || (target.endsWith('.md') && this.#anchorsOf(target).has(anchor));
  }

  #has(path: string): boolean {
    return this.#added.has(path) || (!isInMatrix(path) && existsSync(join(this.#root, path)));
  }

  #textOf(page: string): string {
    const text = this.#added.get(page) ?? readFileSync(join(this.#root, page), 'utf8');
    return text.replaceAll(/^```.*?^```$/gms, '');
  }

  #anchorsOf(page: string): ReadonlySet<string> {
    const anchors = this.#anchors.get(page) ?? this.#readAnchors(page);
    this.#anchors.set(page, anchors);
    return anchors;
  }

  /** The anchors that GitHub gives to the headings of a page; of those alike the second gets `-1`. */
  #readAnchors(page: string): ReadonlySet<string> {
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

function isInMatrix(path: string): boolean {
  return path === matrixFolder || path.startsWith(join(matrixFolder, '/'));
}
