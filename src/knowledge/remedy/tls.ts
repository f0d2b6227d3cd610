import type { ProductRemedies } from './mend.ts';

/** What mends a failure in TLS, by product: where the server, or the hop before it, ends it. */
export const tlsRemedies: ProductRemedies = {
  'tls/required': [
    {
      product: 'Kong',
      text: 'A route with only the protocol https answers http with 426 and `Please use HTTPS protocol`. Use wss://, or also give the route the protocol http.',
    },
  ],
  'tls/plain-port': [
    {
      product: 'nginx',
      language: 'nginx',
      text: `# In the server block:
listen 443 ssl;
ssl_certificate /etc/ssl/example.com/fullchain.pem;
ssl_certificate_key /etc/ssl/example.com/privkey.pem;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the frontend; the file has the certificate, the intermediate certificates and the key:
bind :443 ssl crt /etc/haproxy/example.com.pem alpn http/1.1`,
    },
    {
      product: 'Apache',
      language: 'apache',
      text: `# In the VirtualHost of port 443, with mod_ssl:
SSLEngine On
SSLCertificateFile /etc/ssl/example.com/fullchain.pem
SSLCertificateKeyFile /etc/ssl/example.com/privkey.pem`,
    },
    {
      product: 'Caddy',
      text: 'Write the site with its name, without http:// or :80: Caddy then gets a certificate and uses port 443.',
    },
  ],
  'tls/incomplete-chain': [
    {
      product: 'nginx',
      language: 'nginx',
      text: `# The certificate of the server, followed by the intermediate certificates:
ssl_certificate /etc/ssl/example.com/fullchain.pem;`,
    },
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the frontend; the file has the server certificate, the intermediate certificates and the key:
bind :443 ssl crt /etc/haproxy/example.com.pem`,
    },
    {
      product: 'Apache',
      language: 'apache',
      text: `# Version 2.4.8 or later; the certificate of the server, followed by the intermediate certificates:
SSLCertificateFile /etc/ssl/example.com/fullchain.pem`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      text: `# In the site block; certificates that Caddy gets itself are complete:
tls /etc/ssl/example.com/fullchain.pem /etc/ssl/example.com/privkey.pem`,
    },
    {
      product: 'Node.js',
      language: 'javascript',
      text: `import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const server = createServer({
  cert: readFileSync("fullchain.pem"), // server certificate, then the intermediate certificates
  key: readFileSync("privkey.pem"),
});`,
    },
  ],
  'tls/h2-only': [
    {
      product: 'HAProxy',
      language: 'haproxy',
      text: `# In the frontend:
bind :443 ssl crt /etc/haproxy/example.com.pem alpn h2,http/1.1`,
    },
    {
      product: 'Envoy',
      language: 'yaml',
      text: `# In the common_tls_context of the listener:
alpn_protocols: [h2, http/1.1]`,
    },
    {
      product: 'Caddy',
      language: 'caddyfile',
      text: `# At the top of the Caddyfile:
{
  servers {
    protocols h1 h2
  }
}`,
    },
  ],
};
