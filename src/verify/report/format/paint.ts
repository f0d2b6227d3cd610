/** The names of `node:util`'s `styleText` that a report is coloured with. */
export type Colour = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'gray';

/** Colours a text, or gives it back as it is where no colours are shown. */
export type Paint = (colour: Colour, text: string) => string;

/** The colour of each verdict. */
export const colours = { pass: 'green', fail: 'red', warn: 'yellow', untested: 'gray' } as const;
