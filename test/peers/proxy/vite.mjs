// Vite's server for development before a server, in a folder of its own: node vite.mjs PORT BACKEND [--change-origin]
import { join } from 'node:path';
import { createServer } from 'vite';

const [port, backend, option] = process.argv.slice(2);
const root = process.cwd();
const server = await createServer({
  ...{ root, cacheDir: join(root, 'cache'), configFile: false, envDir: false, logLevel: 'silent' },
  optimizeDeps: { noDiscovery: true },
  server: {
    ...{ host: '127.0.0.1', port: Number(port), strictPort: true, watch: null },
    proxy: {
      '/': {
        ...{ target: `http://127.0.0.1:${backend}`, ws: true, xfwd: true },
        changeOrigin: option === '--change-origin',
      },
    },
  },
});
await server.listen();
