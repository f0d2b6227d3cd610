import { clientTable } from '../../models/decisions/client.ts';
import { firstMessageTable } from '../../models/decisions/first-message.ts';
import { hopTable } from '../../models/decisions/hop.ts';
import { serverTable } from '../../models/decisions/server.ts';
import { tlsTable } from '../../models/decisions/tls.ts';
import { tunnelTable } from '../../models/decisions/tunnel.ts';
import { connection } from '../../models/lifecycles/connection.ts';
import { serverSession } from '../../models/lifecycles/session.ts';
import {
  type DrawnTable,
  readDiagram,
  tableToMarkdown,
  tableToSvg,
  toMarkdown,
  toMermaid,
  toSvg,
} from '../../src/draw/index.ts';

interface Named<Name extends string = string> {
  /** Of its files, without their endings. */
  readonly name: Name;
  readonly title: string;
}

export interface LifecyclePage extends Named {
  readonly machine: Parameters<typeof readDiagram>[0];
}

export interface TablePage extends Named {
  readonly table: DrawnTable;
}

export const lifecyclePages: readonly LifecyclePage[] = [
  { name: 'lifecycle', title: "The client's connection", machine: connection },
  { name: 'server-session', title: "The server's side of one connection", machine: serverSession },
];

export const tablePages: readonly TablePage[] = [
  { name: 'server-decision', title: "The server's decision on an opening", table: serverTable },
  { name: 'client-decision', title: "The client's decision on a reply", table: clientTable },
  { name: 'first-message', title: "The server's decision on a first message", table: firstMessageTable },
  {
    name: 'tunnel-decision',
    title: "The client's decision on a proxy's reply to CONNECT",
    table: tunnelTable,
  },
  { name: 'tls-decision', title: "The client's decision on a TLS handshake", table: tlsTable },
  { name: 'intermediary', title: 'What an intermediary was seen to do', table: hopTable },
];

/** A drawing and a page for each machine, by the names of the files. */
export async function drawMachines(
  lifecycles: readonly LifecyclePage[] = lifecyclePages,
  tables: readonly TablePage[] = tablePages,
): Promise<ReadonlyMap<string, string>> {
  const drawn = [
    ...lifecycles.map(async ({ name, title, machine }) => {
      const diagram = readDiagram(machine);
      const mermaid = `\`\`\`mermaid\n${toMermaid(diagram)}\`\`\``;
      const page = [`# ${title}`, mermaid, `[As SVG](${name}.svg)`, toMarkdown(diagram)].join('\n\n');
      return { name, page, svg: await toSvg(diagram) };
    }),
    ...tables.map(async ({ name, title, table }) => {
      const rule = `The first row that holds decides. [As SVG](${name}.svg)`;
      const page = [`# ${title}`, rule, tableToMarkdown(table)].join('\n\n');
      return { name, page, svg: await tableToSvg(table) };
    }),
  ];
  return new Map(
    (await Promise.all(drawn)).flatMap(({ name, page, svg }) => [
      [`${name}.md`, page],
      [`${name}.svg`, svg],
    ]),
  );
}
