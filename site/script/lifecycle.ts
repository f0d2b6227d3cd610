import { clauses, locateClause, sourceOf } from '../../models/clauses.ts';
import { compileLifecycle } from '../../models/compile.ts';
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  connection,
  connectionClauses,
} from '../../models/lifecycles/connection.ts';
import { find, make } from '../../src/explore/page/element.ts';
import { linkClause } from '../../src/explore/page/outcome.ts';
import { drawMachine } from './drawing.ts';

/** The table that the client itself runs. */
const lifecycle = compileLifecycle<ConnectionState, ConnectionEvent, ConnectionEffect>(connection);

const told: Readonly<Record<ConnectionState, string>> = {
  connecting: 'It waits for the reply of the server.',
  open: 'The handshake is over: what follows are frames.',
  failed: 'The peer has not proved to be a WebSocket server. error and close were emitted.',
  closed: 'The peer had proved itself, and broke the rules all the same. error and close were emitted.',
};

/** Shows the client's connection, and steps it by the events that are picked. */
export function showLifecycle(): void {
  let taken: readonly ConnectionEvent[] = [];

  function show(): void {
    let state = lifecycle.initial;
    const way: string[] = [state];
    for (const event of taken) {
      state = lifecycle.step.get(state)?.get(event)?.state ?? state;
      way.push(event, state);
    }
    find('state', HTMLElement).textContent = state;
    find('told', HTMLElement).textContent = told[state];
    find('way', HTMLElement).textContent = taken.length === 0 ? '' : way.join(' → ');
    showClause(taken.at(-1));
    const leading = new Set(lifecycle.step.get(state)?.keys());
    for (const button of find('events', HTMLElement).querySelectorAll('button')) {
      button.disabled = ![...leading].some((event) => event === button.textContent);
    }
    find('again', HTMLButtonElement).disabled = taken.length === 0;
    void drawMachine(find('machine', HTMLElement), connection, taken);
  }

  const events = Object.keys(connectionClauses) as ConnectionEvent[]; // the keys are the events
  find('events', HTMLElement).append(
    ...events.map((event) => {
      const button = make('button', { type: 'button' }, event);
      button.addEventListener('click', () => {
        taken = [...taken, event];
        show();
        if (button.disabled) find('again', HTMLButtonElement).focus();
      });
      return button;
    }),
  );
  find('again', HTMLButtonElement).addEventListener('click', () => {
    taken = [];
    show();
    find('events', HTMLElement).querySelector('button')?.focus();
  });
  // Where the drawing is wider than the screen, the keyboard can scroll it.
  find('machine', HTMLElement).tabIndex = 0;
  find('lifecycle', HTMLElement).hidden = false;
  show();
}

function showClause(event: ConnectionEvent | undefined): void {
  const place = find('event-clause', HTMLElement);
  if (event === undefined) {
    place.replaceChildren();
    return;
  }
  const id = connectionClauses[event];
  const link = linkClause({ source: sourceOf(id), url: locateClause(id) });
  place.replaceChildren(link, ' ', make('code', {}, id), `: ${clauses[id].summary}`);
}
