/** A page and its name in the menu, by its path in the site. */
/** @typedef {readonly [name: string, path: string]} Entry */

/**
 * The menu: every page that is no part of docs/generated stands here, and of those the ones to begin with.
 *
 * @type {readonly (readonly [group: string, entries: readonly Entry[]])[]}
 */
export const navigation = [
  [
    'Try it',
    [
      ['Start', 'index.html'],
      ['Explorer', 'explorer/index.html'],
      ['Zoo', 'zoo/index.html'],
    ],
  ],
  [
    'Begin',
    [
      ['What ws101 is', 'README.html'],
      ['The opening handshake', 'docs/handshake.html'],
      ['One over ws', 'docs/generated/handshake-ws.html'],
      ['One over wss', 'docs/generated/handshake-wss.html'],
    ],
  ],
  [
    'When it fails',
    [
      ['ws101 doctor', 'docs/doctor.html'],
      ['Troubleshooting', 'docs/generated/troubleshooting.html'],
    ],
  ],
  [
    'Verify',
    [
      ['A server', 'docs/verify.html'],
      ['A client', 'docs/how-to/verify-a-client.html'],
      ['A proxy', 'docs/how-to/reverse-proxy.html'],
      ['In CI', 'docs/how-to/check-in-ci.html'],
      ['Against a zoo', 'docs/how-to/zoo.html'],
    ],
  ],
  [
    'What others do',
    [
      ['Matrix', 'matrix/index.html'],
      ['Matrix in pages', 'docs/generated/matrix/index.html'],
      ['Findings', 'docs/findings.html'],
      ['Servers', 'docs/generated/server-finding.html'],
      ['Clients', 'docs/generated/client-finding.html'],
    ],
  ],
  [
    'Build',
    [
      ['The server', 'docs/server.html'],
      ['The client', 'docs/client.html'],
      ['ws101 serve', 'docs/serve.html'],
      ['Authentication', 'docs/how-to/authentication.html'],
      ['Subprotocols', 'docs/how-to/subprotocol.html'],
      ['Scale out', 'docs/how-to/scale-out.html'],
      ['Property tests', 'docs/how-to/property-test.html'],
      ['Draw machines', 'docs/how-to/diagram.html'],
      ['Completion', 'docs/how-to/completion.html'],
    ],
  ],
  [
    'Look up',
    [
      ['Clauses', 'docs/generated/clauses/index.html'],
      ['Clause matrix', 'docs/generated/clause-matrix.html'],
      ['Tables and drawings', 'docs/generated/index.html'],
      ['API', 'docs/generated/api/index.html'],
    ],
  ],
  [
    'The project',
    [
      ['Architecture', 'docs/architecture.html'],
      ['Performance', 'docs/performance.html'],
      ['Contributing', 'CONTRIBUTING.html'],
      ['Changes', 'CHANGELOG.html'],
    ],
  ],
];
