// The worker of workerd.capnp. It asks for an upgrade of any case and in any list, and leaves the rest to what it runs on.
export default {
  fetch(request) {
    if (!/(?:^|,) *websocket *(?:$|,)/i.test(request.headers.get('upgrade') ?? ''))
      return new Response(null, { status: 404 });
    const { 0: client, 1: socket } = new globalThis.WebSocketPair();
    socket.accept();
    socket.addEventListener('message', ({ data }) => socket.send(data));
    return new Response(null, { status: 101, webSocket: client });
  },
};
