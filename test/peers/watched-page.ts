import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** A page on which whatever would tell of trouble is written down. */
export interface Watched {
  readonly page: Page;
  /** The URLs of what it has asked for. */
  readonly requests: readonly string[];
  /** What its console says, and errors that nobody has caught. */
  readonly complaints: readonly string[];
}

/** How a page is opened; 1280 pixels wide where nothing else is said. */
export interface PageOptions extends Omit<BrowserContextOptions, 'viewport'> {
  readonly width?: number;
}

/**
 * Runs Chromium while the tests of a suite run.
 *
 * @returns what opens an empty page, until the test is over
 */
export function useChromium(executablePath: string): (options?: PageOptions) => Promise<Watched> {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });

  afterAll(() => browser.close());

  return async ({ width = 1280, ...options } = {}) => {
    const page = await browser.newPage({ ...options, viewport: { width, height: 900 } });
    onTestFinished(() => page.close());
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, requests, complaints };
  };
}
