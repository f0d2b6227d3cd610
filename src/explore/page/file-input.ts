/** Octets of a file that are read at most: more than any archive of a page has. */
const limit = 67_108_864;

/**
 * Calls back with the octets of each file that is chosen or dropped anywhere on the page. They stay in the page: nobody
 * is sent any.
 *
 * @param onProblem is given a sentence where a file cannot be read
 */
export function listenForFiles(
  input: HTMLInputElement,
  onFile: (octets: Uint8Array) => void,
  onProblem: (problem: string) => void,
): void {
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > limit) {
      onProblem(`${file.name} has ${file.size} octets: at most ${limit} were expected.`);
      return;
    }
    try {
      onFile(new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      onProblem(`${file.name} cannot be read: ${String(error)}`);
    }
  };
  const { body } = document;
  const mark = (isOver: boolean) => body.classList.toggle('dropping', isOver);
  input.addEventListener('change', () => {
    void read(input.files?.[0]);
    // The same file can be chosen again, when it has changed.
    input.value = '';
  });
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    if (!hasFiles(event)) return;
    // Otherwise the browser would open the file in the place of the page.
    event.preventDefault();
    void read(event.dataTransfer?.files[0]);
  });
}

/** Whether files are dragged; texts go where they are dropped. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
