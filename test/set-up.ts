import { afterAll } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';
import { endAll } from './left-over.ts';

// Test files share a process one after the other, and the modules that they import. This file is run for each of them.
makeFolder();

afterAll(() => {
  endAll();
  removeFolder();
});
