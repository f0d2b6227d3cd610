interface Mermaid {
  readonly initialize: (options: Readonly<Record<string, unknown>>) => void;
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>;
}

declare global {
  var mermaid: Mermaid | undefined;
}

/** Draws the blocks of a page that are Mermaid, and again where light and dark change; they stay text where that fails. */
export async function drawMermaid(): Promise<void> {
  const { mermaid } = globalThis;
  const blocks = [...document.querySelectorAll<HTMLElement>('pre.diagram')];
  if (!mermaid || blocks.length === 0) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const texts = blocks.map((block) => block.textContent ?? '');
  const draw = async () => {
    mermaid.initialize({
      startOnLoad: false,
      theme: dark.matches ? 'dark' : 'default',
      securityLevel: 'strict',
    });
    for (const [index, block] of blocks.entries()) {
      const { svg } = await mermaid.render(`mermaid-${index}`, texts[index] ?? '');
      block.innerHTML = svg;
      block.classList.add('drawn');
    }
  };
  dark.addEventListener('change', () => void draw());
  await draw();
}
