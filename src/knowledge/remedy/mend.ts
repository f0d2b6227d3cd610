import type { FailureId } from '../failure.ts';

/** What there is a remedy for: every failure. */
export type FixableId = Exclude<FailureId, 'healthy'>;

/** Products by the names under which they are recognised. */
export const productNames = [
  'nginx',
  'HAProxy',
  'Apache',
  'Caddy',
  'Varnish',
  'lighttpd',
  'squid',
  'tinyproxy',
  'Traefik',
  'Envoy',
  'Kong',
  'Cloudflare',
  'AWS ALB',
  'AWS API Gateway',
  'CloudFront',
  'Google Frontend',
  'Azure Front Door',
  'Fastly',
  'Akamai',
  'IIS',
  'Kestrel',
  'Jetty',
  'Tomcat',
  'Undertow',
  'Spring',
  'Rails',
  'Puma',
  'Phoenix',
  'Express',
  'Fastify',
  'Node.js',
  'ws',
  'Engine.IO',
  'uvicorn',
  'Hypercorn',
  'Daphne',
  'Gunicorn',
  'aiohttp',
  'Tornado',
  'Werkzeug',
  'websockets',
  'Go',
  'gorilla/websocket',
  'PHP',
  'h2o',
  'nghttpx',
  'mitmproxy',
  'OpenResty',
  'Vite',
  'webpack',
  'Next.js',
] as const;

export type MendedProduct = (typeof productNames)[number];

/** What lines of configuration are written in, as a fenced block of Markdown names it. */
export type ConfigurationLanguage =
  | ('nginx' | 'haproxy' | 'apache' | 'caddyfile' | 'vcl' | 'lighttpd' | 'squid' | 'yaml' | 'sh' | 'ini')
  | ('javascript' | 'python' | 'ruby' | 'java' | 'csharp' | 'elixir' | 'go');

/** What mends a failure at one product. */
export interface ProductRemedy {
  readonly product: MendedProduct;
  /**
   * Lines of configuration, or sentences where there is no language. In lines, a comment in the first column says where
   * those below it belong: `# In the location block:`, or `# Replace ProxyPass / with:`.
   */
  readonly text: string;
  readonly language?: ConfigurationLanguage;
  /** Whether a test of this project runs these very lines; all else is told from the manual of the product. */
  readonly ran?: true;
}

/** What mends the failures of one place, by product. */
export type ProductRemedies = Readonly<Partial<Record<FixableId, readonly ProductRemedy[]>>>;
