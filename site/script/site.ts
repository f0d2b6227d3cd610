import { find } from '../../src/explore/page/element.ts';
import { drawMermaid } from './mermaid.ts';
import { showSearch } from './search.ts';

// Where there is room the menu is open; on a narrow screen it would hide the page.
find('menu', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches;
const contents = document.querySelector<HTMLDetailsElement>('.contents details');
if (contents) contents.open = matchMedia('(min-width: 80rem)').matches;
// The page that is read is seen in a long menu.
const current = document.querySelector<HTMLElement>('.menu [aria-current]');
const menu = document.querySelector<HTMLElement>('.menu');
if (current && menu) menu.scrollTop = Math.max(0, current.offsetTop - menu.clientHeight / 2);

showSearch();
void drawMermaid();
