import { describe, expect, test } from 'vitest';
import { clause } from './clause.ts';
import { accepted, failed, hear, refused, reply, request, shareServer } from './peer.ts';

const server = shareServer();

describe(clause('rfc6455/4.4/preferred-version'), () => {
  test('the client asks for 13 from the start', async () => {
    expect((await hear(reply())).sent).toContain('\r\nSec-WebSocket-Version: 13\r\n');
  });
});

describe(clause('rfc6455/4.4/all-versions-listed'), () => {
  test.each(['7', '8', '25'])(
    'refused: %s; 13 is the one version that the server is willing to use',
    async (version) => {
      expect(await server.ask(request({ 'Sec-WebSocket-Version': version }))).toMatchObject({
        ...refused(426, 'rfc6455/4.2.2/version-unsupported', 'versionIsNot13'),
        fields: { 'sec-websocket-version': ['13'] },
      });
    },
  );
});

describe(clause('rfc6455/4.4/version-retry'), () => {
  test('a peer that is refused with 25 repeats its opening with what was advertised', async () => {
    const { fields } = await server.ask(request({ 'Sec-WebSocket-Version': '25' }));
    const [version] = fields['sec-websocket-version'] ?? [];
    expect(await server.ask(request({ 'Sec-WebSocket-Version': version ?? null }))).toMatchObject(accepted);
  });

  test('the client does not: it reports the refusal with the versions that were advertised', async () => {
    const told = await hear(
      'HTTP/1.1 400 Bad Request\r\nSec-WebSocket-Version: 13, 8, 7\r\nContent-Length: 0\r\n\r\n',
    );
    expect(told).toMatchObject(failed('rfc6455/4.1/status-101', 'statusIsNot101', 400));
    expect(told.error?.headers).toContainEqual(['Sec-WebSocket-Version', '13, 8, 7']);
  });
});
