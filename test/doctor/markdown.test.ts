import { expect, test } from 'vitest';
import type { Diagnosis } from '../../src/diagnosis/index.ts';
import { renderDoctorMarkdown } from '../../src/doctor/markdown.ts';
import type { DoctorReport, ReportedStep } from '../../src/doctor/report.ts';

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

function render(changed: Partial<DoctorReport>, isAnonymous = false): string {
  const shown: ReportedStep = {
    ...step('403 Forbidden'),
    url: 'ws://a.example/chat?b=c',
    request: base64('GET /chat?b=c HTTP/1.1\r\nHost: a.example\r\n\r\n'),
    response: base64('HTTP/1.1 403 Forbidden\r\n\r\n'),
  };
  return renderDoctorMarkdown(
    {
      ...{ tool: 'ws101', version: '1.0.0', schema: 1, mode: 'doctor', target: 'ws://a.example/chat?b=c' },
      ...{
        steps: [shown],
        diagnoses: [],
        connections: 1,
        browser: null,
        unmet: [],
        difference: null,
        ...changed,
      },
    },
    { isAnonymous },
  );
}

function diagnosis(evidence: string): Diagnosis {
  return {
    id: 'server/error',
    confidence: 'likely',
    where: 'server',
    title: 'The server fails',
    evidence: [evidence],
    fixes: [],
  };
}

function step(detail: string): ReportedStep {
  return { name: 'upgrade', ok: false, ms: 1, detail, url: 'ws://a.example/' };
}

test('octets that hold a fence', () => {
  const response = base64('HTTP/1.1 403 A\r\n\r\n```\n</details>\n````\n');
  const text = render({ steps: [{ ...step('a'), response }] });
  expect(text).toContain('`````text\nHTTP/1.1');
});

test('no query', () => {
  const text = render({});
  expect(text).not.toContain('b=c');
  expect(text).toContain('`ws://a.example/chat?…`');
  expect(text).toContain(String.raw`GET /chat?*** HTTP/1.1\r\n`);
});

test('no host, wherever it stands, where hosts are hidden', () => {
  const text = render(
    {
      target: 'ws://Host.example:8080/chat',
      steps: [
        { ...step('10.1.2.3, 2001:db8::1 and [::1] port 8080: open'), url: 'ws://Host.example:8080/chat' },
      ],
      diagnoses: [diagnosis('at host.example:8080 the answer is 403, and a phost.example is another')],
    },
    true,
  );
  for (const hidden of [/(?<!p)host\.example/i, /10\.1\.2\.3/, /2001:db8/, /::1/]) {
    expect(text).not.toMatch(hidden);
  }
  expect(text).toContain('phost.example');
});
