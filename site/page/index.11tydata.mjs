// What the start page is, which stands in index.html.
export default {
  title: 'ws101, the opening handshake of WebSocket as an executable specification',
  layout: 'page.11ty.mjs',
  permalink: 'index.html',
  isStart: true,
};
