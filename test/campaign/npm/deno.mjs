// An echo over Deno.serve: deno run --allow-net deno.mjs PORT
const { Deno } = globalThis;
Deno.serve({ hostname: '127.0.0.1', port: Number(Deno.args[0]) }, (request) => {
  if (!request.headers.has('upgrade')) return new Response(null, { status: 404 });
  try {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => socket.send(data);
    socket.onerror = () => {};
    return response;
  } catch {
    // It throws at what it does not take.
    return new Response(null, { status: 400 });
  }
});
