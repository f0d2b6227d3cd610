import type { Viz as Graphviz } from '@viz-js/viz';

declare global {
  var Viz: { readonly instance: () => Promise<Graphviz> } | undefined;
}

let loading: Promise<void> | undefined;

/** Loads Graphviz on first use. */
export async function instance(): Promise<Graphviz> {
  loading ??= load();
  await loading;
  if (!globalThis.Viz) throw new Error('viz.js is no Graphviz');
  return globalThis.Viz.instance();
}

function load(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = './viz.js';
    script.onload = () => resolve();
    script.onerror = () => reject(new Error('viz.js cannot be loaded'));
    document.head.append(script);
  });
}
