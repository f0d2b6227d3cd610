import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { computeAccept } from '../../src/wire/index.ts';
import { clause } from './clause.ts';
import { accepted, hear, opened, reply, request, shareServer } from './peer.ts';

// printf %s "$key$guid" | openssl dgst -sha1 -binary | openssl base64
// with guid=258EAFA5-E914-47DA-95CA-C5AB0DC85B11
const vectors = [
  // the sample of RFC 6455 §1.3
  ['dGhlIHNhbXBsZSBub25jZQ==', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
  // random keys
  ['RnQZ27eOdb6dV72aXk1wNw==', 'jaR4/Xem02wXlTJH+p0kdvMRp3E='],
  ['41GpgB2RwFV/b5LLlTf94Q==', 'v2dNsJX+9IwSaDegThx+0jjEx+g='],
  ['jbX1uSJejEeNvNR6lDz2xQ==', 'bOLt9eii21n1dh1OfuB15CQtVy8='],
  ['xDCEK+LsK1jj7DwQhe2cbQ==', 'Fgu9cux+6CFaauTS/pmU9XTKatc='],
  ['oIo1xwgBh1sz2Xl6BTK6FA==', 'wjYifo7vp310zF1aDyCY1AvnZ9w='],
  ['McgHiBW9lvPdpS8nVo5LpA==', '5hBJt/n+jeZHWKjC+tuKFpxBzGE='],
  ['TN3LY0QaFPWtrqHXR4LCag==', 'MqCTXjCMNj50ndDbBmlagiggeew='],
  ['2NzzyuXitrCeypA2ygGz5w==', 'q8WyCARRb+84HcwE5VkDBvsFHuU='],
  ['7m0p1Tp8gw/be/bPPlDiQQ==', 'MAsZFwFPfvlIE2OSV+4kVszT9+U='],
  ['D2CSFIpuiaDudqjFzt1WZA==', 'Y4yX7a8pFGbq+YMkYUmGig/Vx+s='],
  ['JXPDJR9zRv6wyls9Tbulbg==', 'sE1vDRv9A0/73/rMQNxxISHqHaM='],
  ['LDOGISKZ9PBjUDUMoUv1VA==', 'zP+dGDWSFdIOwNheW21Q0G2/BUQ='],
  // keys with + and /
  ['79QXu/yy2PB0a892l/f+bg==', 'VC7XBUhrGxtdo7itltnPi7CU7aA='],
  ['M136+M/fM0vmvK8YkI1NkA==', 'yGLlAQzjnOWUMH5ZIZdEYfk7NlY='],
  ['NygE0bq64/uVyLA5aGxW+g==', 'ZEtvHjIz0BDhxuanKYYF5S+D1os='],
  ['KM//3qc2RQg+wH2QwCMk3w==', '0CDoH3BiygX7g3ZLOzQH2MQIOzU='],
  ['ATfbeILldhsXbjgSfw/B+w==', 'ww8EGD1FW6M/fXwIjd7rjEwY3go='],
  ['d/z4WqGec+hWbeo5D65kBQ==', 's0Oh1uAw1IKnIpZPZSQZ7zH8izM='],
  ['+/+/+/+/+/+/+/+/+/+/+w==', 'M0DUs3om0SqzerhOhYSMM7WQuBQ='],
  // octets that are all zero, all 0xff, or ascending
  ['AAAAAAAAAAAAAAAAAAAAAA==', 'ICX+Yqv66kxgM0FcWaLWlFLwTAI='],
  ['/////////////////////w==', 'XXpj4jYzLM2yUE0C7TIgMwTQh2g='],
  ['AQIDBAUGBwgJCgsMDQ4PEA==', 'C/0nmHhBztSRGR1CwL6Tf4ZjwpY='],
  // keys whose pad bits are not zero
  ['++++++++++++++++++++++==', 'C0o3Ovh8UpcaIgcDTjj6slVZpdM='],
  ['//////////////////////==', 'zXRQvy1wi5A4l0hwWYxMN3e2wNk='],
  ['AQIDBAUGBwgJCgsMDQ4PEC==', 'OfS0wDaT5NoxF2gqm7Zj2YtetzM='],
  ['AQIDBAUGBwgJCgsMDQ4PEP==', 'z5uhIsLlElYBlzdseQtOC96GgUM='],
  ['AAAAAAAAAAAAAAAAAAAAAB==', 'NRJrplgTSmBqvVaQhF+6peBS1S8='],
  ['dGhlIHNhbXBsZSBub25jZZ==', '7JMujqopfV8kXENYNRSi/cQ1In4='],
] as const;

const sha1 = (text: string) => createHash('sha1').update(text, 'latin1').digest('base64');
const server = shareServer();

describe(clause('rfc6455/4.2.2/accept-value'), () => {
  test.each(vectors)('computed: %s is answered by %s', (key, accept) => {
    expect(computeAccept(key, sha1)).toBe(accept);
  });

  test.each(vectors)('over a socket: %s is answered by %s', async (key, accept) => {
    expect(await server.ask(request({ 'Sec-WebSocket-Key': key }))).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': [accept] },
    });
  });

  test('white space around the key is not hashed', async () => {
    expect(
      await server.ask(request({ 'Sec-WebSocket-Key': ' \tAAAAAAAAAAAAAAAAAAAAAA==\t ' })),
    ).toMatchObject({
      ...accepted,
      fields: { 'sec-websocket-accept': ['ICX+Yqv66kxgM0FcWaLWlFLwTAI='] },
    });
  });

  test('the same key on two connections is answered twice', async () => {
    const answers = [await server.ask(request()), await server.ask(request())];
    expect(answers).toMatchObject([accepted, accepted]);
    expect(answers[0]?.octets).toBe(answers[1]?.octets);
  });
});

describe(clause('rfc6455/4.1/accept-value'), () => {
  test('opened: the value that belongs to the key that was sent', async () => {
    expect(await hear(reply())).toMatchObject(opened);
  });
});
