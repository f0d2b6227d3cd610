// An echo over Bun.serve: bun bun.mjs PORT
globalThis.Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.argv[2]),
  fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 404 })),
  websocket: { message: (socket, data) => void socket.send(data) },
});
