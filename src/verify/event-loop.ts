/** Lets the event loop turn, so that what peers in this process have sent over loopback has been read. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
