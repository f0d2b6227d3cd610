/**
 * The names of subprotocols that are no secret, whatever they look like. These are all of IANA's "WebSocket Subprotocol
 * Name Registry" (RFC 6455 §11.5, https://www.iana.org/assignments/websocket), in its order: they were compared on
 * 27 November 2026 with its state of 10 June 2026.
 */
const registered = `
  MBWS.huawei.com MBLWS.huawei.com soap wamp v10.stomp v11.stomp v12.stomp ocpp1.2 ocpp1.5 ocpp1.6 ocpp2.0 ocpp2.0.1
  ocpp2.1 rfb sip notificationchannel-netapi-rest.openmobilealliance.org wpcp amqp mqtt jsflow rwpcp xmpp ship
  mielecloudconnect v10.pcp.sap.com msrp v1.saltyrtc.org TLCP-2.0.0.lightstreamer.com bfcp sldp.softvelum.com
  opcua+uacp opcua+uajson v1.swindon-lattice+json v1.usp mles-websocket coap TLCP-2.1.0.lightstreamer.com
  sqlnet.oracle.com oneM2M.R2.0.json oneM2M.R2.0.xml oneM2M.R2.0.cbor transit 2016.serverpush.dash.mpeg.org
  2018.mmt.mpeg.org clue webrtc.softvelum.com cobra.v2.json drp hub.bsc.bacnet.org dc.bsc.bacnet.org jmap t140 done
  TLCP-2.2.0.lightstreamer.com collection-update TLCP-2.3.0.lightstreamer.com text.ircv3.net binary.ircv3.net
  v3.penguin-stats.live+proto TLCP-2.4.0.lightstreamer.com TLCP-2.5.0.lightstreamer.com Redfish bidib
  json.webpubsub.azure.v1 protobuf.webpubsub.azure.v1 json.reliable.webpubsub.azure.v1
  protobuf.reliable.webpubsub.azure.v1 WebREPL.binary.v1 camp
`;

/**
 * Well-known names that nobody has registered: those of RFC 6455 §1.3 (chat, superchat), graphql-ws, Action Cable,
 * Kubernetes, SignalR, Janus, Vite, Jupyter, .NET, WAMP 2 and others.
 */
const wellKnown = `
  chat superchat echo json binary base64 graphql-ws graphql-transport-ws graphql-sse actioncable-v1-json
  actioncable-unsupported channel.k8s.io v2.channel.k8s.io v3.channel.k8s.io v4.channel.k8s.io v5.channel.k8s.io
  base64.channel.k8s.io v4.base64.channel.k8s.io base64.binary.k8s.io SPDY/3.1+portforward.k8s.io janus-protocol
  janus-admin-protocol realtime openai-beta.realtime-v1 mqttv3.1 mqtt3.1 mqttv3.1.1 vite-hmr vite-ping guacamole
  v1.kernel.websocket.jupyter.org stomp tty aws.iot phoenix socket.io v3.penguin-stats.live+json wamp.2.json
  wamp.2.msgpack wamp.2.cbor wamp.2.json.batched wamp.2.msgpack.batched wamp.2.cbor.batched wamp.2.ubjson
  wamp.2.flatbuffers
`;

/** Names that are never hidden; letter case does not matter. */
const open: ReadonlySet<string> = new Set(`${registered}${wellKnown}`.trim().toLowerCase().split(/\s+/));

export function isOpenSubprotocol(name: string): boolean {
  return open.has(name.toLowerCase());
}
