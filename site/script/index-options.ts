import type { Options } from 'minisearch';

/** What is found: one heading with all that follows it up to the next. */
export interface Section {
  /** Where it is, from where the site begins: `docs/verify.html#options`. */
  readonly id: string;
  readonly page: string;
  /** The heading; empty for what stands above the first one. */
  readonly section: string;
  readonly text: string;
}

/** How sections are indexed, and looked for: the page of a search has to know what the index was made with. */
export const indexOptions: Options<Section> = {
  fields: ['page', 'section', 'text'],
  storeFields: ['page', 'section'],
  // Names such as `Sec-WebSocket-Key` and `rfc6455/4.2.1/connection-token` are found whole and by their parts.
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
  searchOptions: {
    boost: { page: 3, section: 4 },
    prefix: (word) => word.length > 2,
    fuzzy: (word) => (word.length > 5 ? 0.2 : false),
    combineWith: 'AND',
  },
};
