import type { FixableId } from './mend.ts';

/** What mends each failure whatever the product is: what to change, and where to look. */
export const generalRemedies: Readonly<Record<FixableId, string>> = {
  // What was typed.
  'input/scheme': 'Write ws:// instead of http://, and wss:// instead of https:// or no scheme.',
  'input/fragment':
    'Remove the # and the text after it. If the # belongs to the path or the query, write %23.',
  'input/userinfo':
    'Remove the name and the password before the host. Send them where the server reads them: in a header field, a cookie, the query or the first message.',
  'input/subprotocol':
    'Offer each subprotocol once, and as a token: letters, digits and - . _ are safe, spaces, commas, slashes and colons are not allowed.',
  'input/url':
    'Correct the URL: a scheme, a host, a port of at most 65535, a path and a query. Percent-encode all other characters.',
  'client/own-handshake-fields':
    'Let the client set the handshake header fields (Host, Upgrade, Connection and Sec-WebSocket-…). Use its options for subprotocols and extensions.',
  'client/content-policy':
    'Add the ws or wss origin of the server to connect-src in the Content-Security-Policy of the page.',
  'client/mixed-content':
    'Open wss:// from an https page, and serve the WebSocket over TLS. A reverse proxy that has the certificate of the page can do this.',
  'client/port-blocked':
    'Let the server listen on a port that browsers do not block, such as 443, 8080 or 8443, or put a reverse proxy on one.',
  // The way there.
  'network/name-unknown':
    'Check the spelling of the name and the DNS server in use: names of a company, a cluster or a container resolve only there.',
  'network/refused':
    'Start the server, or correct the port. A server that listens on 127.0.0.1 is reachable only from its own machine or container: let it listen on all addresses, and publish the port of the container.',
  'network/refused-v6':
    'Let the server listen on both IPv4 and IPv6, or connect to the open address. localhost can mean either: write 127.0.0.1 or [::1].',
  'network/unreachable':
    'Check the address and the port. Allow them in all firewalls, security groups and network policies on the way.',
  'network/closed-at-once':
    'Check what accepts the connection: a TCP proxy without a server behind it, a connection limit, or a listener that expects a PROXY protocol header first.',
  'proxy/credentials':
    'Put the name and the password of the proxy in its URL, http://name:password@host:port. If a direct connection is possible, add the host to NO_PROXY instead.',
  'proxy/unreachable':
    'Correct the proxy address in --proxy or in the environment. If a direct connection is possible, add the host to NO_PROXY instead.',
  'proxy/target-unreachable':
    'Check the host and the port from the machine of the proxy: its DNS servers and its firewall count, not those of this machine.',
  'proxy/refused':
    'Allow CONNECT to this host and port in the proxy rules; many proxies allow only port 443. If a direct connection is possible, add the host to NO_PROXY instead.',
  // TLS.
  'tls/required': 'Use wss:// with this port, or ws:// with the port that does not use TLS.',
  'tls/plain-port':
    'Use ws:// with this port, or wss:// with the TLS port. To use TLS on this port, give its listener a certificate.',
  'tls/expired':
    'Renew the certificate, and reload the server that uses it: it keeps the old one in memory until then.',
  'tls/not-yet-valid': 'Correct the clock of this machine, or wait until the certificate is valid.',
  'tls/wrong-name':
    'Connect with a name that is in the certificate, or get a certificate with this name in its subject alternative names. If several sites share an address, check which one answers to this name.',
  'tls/common-name-alone':
    'Get a certificate that has the host name, or the IP address, among its subject alternative names: `openssl req` takes it with -addext subjectAltName=DNS:name.',
  'tls/self-signed':
    'Trust this certificate: use --ca with its PEM file, NODE_EXTRA_CA_CERTS for Node.js, or the system store for browsers. Or get one from an authority that clients trust.',
  'tls/incomplete-chain':
    'Let the server send its own certificate and then each intermediate certificate; the root is optional. Browsers often fetch missing certificates, programs do not.',
  'tls/unknown-issuer':
    'Trust the authority: use --ca with its PEM certificate, NODE_EXTRA_CA_CERTS for Node.js, or the system store for browsers. If the authority is public, let the server send the whole chain.',
  'tls/revoked':
    'Get a new certificate with a new key, and reload the server that uses it. The authority can say why it revoked the old one.',
  'tls/certificate': 'Get a server certificate with a current key type and signature algorithm.',
  'tls/client-certificate':
    'Give the client the certificate and the key that the server requests, or turn this requirement off on the server for this host.',
  'tls/version': 'Allow TLS 1.2 or TLS 1.3 on both sides.',
  'tls/cipher':
    'Allow a cipher suite that both sides support, for example those of TLS 1.3. Check that it works with the key type of the certificate, RSA or ECDSA.',
  'tls/h2-only':
    'Let the port offer http/1.1 in ALPN along with h2. If the port must use only HTTP/2, the client and every proxy need RFC 8441.',
  'tls/silent':
    'Check that this port speaks TLS, and that nothing on the way drops the ClientHello. A listener that expects a PROXY protocol header also waits.',
  'tls/handshake-failed':
    'Read the log of the server or proxy that terminates TLS: it has the reason for the alert. `openssl s_client -connect HOST:PORT -servername HOST` makes the same handshake.',
  // No reply, or none that is one.
  'server/not-http': 'Correct the port: a server of another protocol listens on this one.',
  'server/partial-head':
    'Let the server send the whole header section and end it with an empty line. Its log may show why it stopped.',
  'server/no-upgrade-listener':
    'Look for what takes the upgrade and never answers: an `upgrade` listener that leaves the socket alone for this path, a proxy that forwards requests but not WebSockets, or a development server of which only the pages are forwarded. Let it answer, or end the socket.',
  'server/large-head':
    'Let the server read the header section until its empty line, whatever its size, up to a limit of at least 8 kB, and answer 431 beyond it. Browsers send 500 octets and more.',
  'server/short-head':
    'Let the server read until the empty line that ends the header section, and not until a buffer is full.',
  'server/silent':
    'Check whether the server reads the connection: it may be stopped, out of threads, or waiting for TLS or another protocol.',
  'server/closed-without-reply':
    'Read the log of the server for this request: the server may have crashed, or ends the connection on purpose, for example for this path or Origin. If a plain GET gets no reply either, the port may expect TLS or another protocol.',
  'server/reset-without-reply':
    'Read the log of the server for a crash on this request. If there is none, look for a firewall on the way that resets connections.',
  'server/bare-lf': 'Let the server end each line of its reply with CR LF.',
  'server/http10':
    'Let the server reply with HTTP/1.1. If it already does, a proxy on the way replies with HTTP/1.0: raise the version there.',
  'server/status-line':
    'Let the server start its reply with `HTTP/1.1 101 Switching Protocols`, and write each header field as `Name: value` on its own line.',
  'server/reply-limits':
    'Let the server send fewer and smaller header fields: most are cookies and policies, and a 101 needs none of them.',
  // A refusal that names its cause, or that one change mends.
  'server/status':
    'Let the server reply with status 101: the rest of its reply already accepts the handshake.',
  'server/engine-io':
    'Use a Socket.IO client, or connect a plain client to the path `/socket.io/?EIO=4&transport=websocket`. If a load balancer has several processes behind it, turn on sticky sessions.',
  'hop/redirect':
    'Use the URL in the redirect, as ws or wss: few clients follow redirects. If it is a login page, exempt the path or send the credential.',
  'hop/cdn-origin':
    'Test the origin server itself with --direct: check that it listens, answers in time, and has a certificate that the CDN accepts.',
  'hop/challenge':
    'Look for a bot check, or a rule on User-Agent or other browser header fields, and exempt the path: a WebSocket client cannot solve a challenge. Authenticate its clients in another way.',
  'hop/rate-limit':
    'Wait for the time in Retry-After, and reconnect with increasing delays. If all clients share one address at the proxy, count by another key or raise the limit.',
  'hop/limits':
    'Send less: usually cookies or tokens in the query are too large. Or raise the limits of the proxy for one line and for the whole header section.',
  'server/limits':
    'Send less: usually cookies or tokens in the query are too large. Or raise the limit of the server for the header section.',
  'hop/envoy-upgrade-off':
    'Allow the upgrade in the connection manager or in the route: Envoy refuses it by default.',
  'server/subprotocol-required': 'Offer the subprotocol of the server; its documentation names it.',
  'server/subprotocol-refused':
    'Offer a subprotocol that the server knows, or none. The server may ignore unknown subprotocols and open the connection without one.',
  'server/deflate-offer-refused':
    'If the server does not compress, let it reply without Sec-WebSocket-Extensions: an offer is not a reason to refuse. Until then, offer no extension.',
  'server/token-list':
    'Let the server split Connection at its commas and look for the token upgrade in any letter case: Firefox sends `keep-alive, Upgrade`.',
  'hop/host-rewritten':
    'Let the proxy forward the Host of the client, or add the origin that the browser uses to the list of the server.',
  'server/origin-refused':
    'Add this origin to the list of the server, with its scheme and port. Pages from a file, and some apps, send `null`.',
  'server/origin-required':
    'Send the Origin that the server expects: browsers send it automatically, programs need an option. Or let the server accept clients without an Origin.',
  'server/credential-refused':
    'Get a new credential. Check that it is for this server, has not expired, and is sent where the server reads it. If you sent none, check the values of the query.',
  'server/credential-missing':
    'Send the credential where the server reads it: a cookie, the query, Authorization, a subprotocol or the first message. Scripts in browsers cannot set header fields.',
  'server/key':
    'Use --direct to find the proxy that drops, duplicates or changes Sec-WebSocket-Key. If there is none, the server reads the header field incorrectly.',
  'server/path': 'Use the path that opened.',
  // What lies between.
  'hop/http10-backend': 'Let the proxy use HTTP/1.1 to the server behind it: HTTP/1.0 has no upgrade.',
  'hop/upgrade-stripped':
    'Let each proxy on the way set Upgrade and Connection again for the next server, and use HTTP/1.1 there. By default, a proxy does not forward these two fields.',
  'server/version':
    'Use a client of version 13, as RFC 6455 defines. If the client already uses it, use --direct to find the proxy that drops or changes Sec-WebSocket-Version.',
  'hop/backend-silent':
    'Find out why the server behind the proxy does not answer: it may be overloaded, stopped in a debugger, or waiting for another service. It must answer within the timeout of the proxy.',
  'hop/h2-backend':
    'Let the proxy use HTTP/1.1 to the server behind it, or use RFC 8441 on both sides of the proxy.',
  'hop/backend-down':
    'Start the server behind the proxy, and check the address and the port in the proxy configuration: in a container, 127.0.0.1 is the container itself. The log of the proxy shows the address that it tried.',
  'hop/route-missing':
    'Add a rule for this host and path to the proxy. Check whether the proxy removes the start of the path before it forwards the request.',
  'hop/denied':
    'Find the rule that denies this path, method or address at the proxy or the web application firewall, and exempt the path. Its log names the rule.',
  // What answers as if there were no WebSocket.
  'server/spa-fallback':
    'Route the path to the WebSocket server before the rule that serves the application page for every path. In development, let the proxy of the development server forward WebSockets.',
  'server/no-handler':
    'Attach a WebSocket server to this HTTP server, at this path. Many frameworks need a library, a module or another server for WebSockets, and send this reply without it.',
  'server/overloaded':
    'Raise the limits on connections, open files and workers, or add servers. Let clients wait longer before each new attempt.',
  'server/unsteady':
    'Send the request some more times. If it fails every second or third time, several servers or workers stand behind the address, and not all of them are alike: ask each with --direct, and compare their versions and configurations. Otherwise look for restarts and time limits in the log.',
  'server/error': 'Read the log of the server: its own code failed on this request.',
  'server/refused':
    'Read the log of the server for its reason. Compare the request with that of a client that works: Origin, credential, path, subprotocol.',
  'hop/refused':
    'Read the log of the proxy for its reason, and look for the rule, the limit or the error page that answers in place of the server. If another path opens, use that path, or let the proxy forward this one.',
  // A 101 that is none.
  'hop/reply-stripped':
    'Let the proxy forward Upgrade and Connection in a 101: it must switch protocols for the connection, and not filter these fields.',
  'server/upgrade-missing': 'Let the server send `Upgrade: websocket` in its 101.',
  'server/connection-missing': 'Let the server send `Connection: Upgrade` in its 101.',
  'server/accept-missing':
    'Let the server send Sec-WebSocket-Accept: append 258EAFA5-E914-47DA-95CA-C5AB0DC85B11 to the key as received, and send the base64 of its SHA-1 hash.',
  'server/accept-repeated':
    'Let only one component write Sec-WebSocket-Accept: the server or a proxy adds a second one.',
  'server/accept-wrong':
    'Compute Sec-WebSocket-Accept for each request: append 258EAFA5-E914-47DA-95CA-C5AB0DC85B11 to the key as received, and send the base64 of its SHA-1 hash. Do not serve the reply from a cache.',
  'server/subprotocol-empty':
    'Leave Sec-WebSocket-Protocol out of the reply if the server chooses no subprotocol: an empty value is an error.',
  'server/subprotocol-list':
    'Choose one of the offered names, and send only that one: do not send the list of the client back.',
  'server/subprotocol-unoffered':
    'Choose one of the names that the client offered, with the same spelling, or send no Sec-WebSocket-Protocol. Or let the client offer the name.',
  'server/extension-unoffered':
    'Accept only extensions that the client offered. If the client did offer this one, a proxy dropped the offer.',
  'server/deflate-parameters':
    'Answer permessage-deflate only with parameters that RFC 7692 defines and that fit the offer, each once.',
  // What opens, and is of no use.
  'server/two-answers':
    'Use only one upgrade listener for each HTTP server, and let it route by path: two listeners would both answer.',
  'hop/subprotocol-lost': 'Let the proxy forward Sec-WebSocket-Protocol in the request and in the 101.',
  'server/subprotocol-none-chosen':
    'Let the server send the subprotocol it chose in Sec-WebSocket-Protocol: browsers close the connection without it. If it supports none of them, let the client offer none.',
  'hop/compression-broken':
    'Let the proxy drop Sec-WebSocket-Extensions from the request, or forward the data after the 101 unchanged. A proxy that parses frames must know the agreed extensions.',
  'server/compression-broken':
    'Turn permessage-deflate off at the server, or fix it: each message ends without 00 00 ff ff, and the agreed parameters say whether to keep the window.',
  'hop/buffered':
    'Turn reply buffering off at the proxy for this path, and let it forward the data after the 101 at once.',
  'server/closed-behind-101':
    'Read the code and the reason in the Close frame, and the log of the server: its handler fails or refuses after the connection opens. It is better to refuse before the 101.',
  'server/closed-on-ping':
    'Let the server answer each ping with a pong that has the same data. Pages in browsers send no pings and may work all the same, but programs that send them to keep a connection open lose it.',
  'server/no-frames':
    'After the 101, let a WebSocket library read and write the frames: the data is no longer HTTP or plain text.',
  'hop/h2-connect-unkept':
    'At the server or proxy that ends TLS, turn SETTINGS_ENABLE_CONNECT_PROTOCOL off, or let it open WebSockets by extended CONNECT (RFC 8441) up to the application. Without the announcement, browsers open WebSockets over HTTP/1.1.',
  'hop/h2-alone-opens':
    'Let the server or proxy that ends TLS open WebSockets over HTTP/1.1 as well: programs, and browsers that have no HTTP/2 connection to the host yet, use nothing else.',
  'hop/idle-timeout':
    'Send a ping from either end at intervals shorter than half of that time, and raise the timeout of the proxy. Clients must still be able to reconnect.',
  'server/idle-timeout':
    'Send data within that time, or raise the timeout of the server. Most servers count a ping, some count only application messages.',
  'server/early-frame-lost':
    'Pass all data that was read after the header section of the request to the frame parser. No client may send before the 101 (RFC 6455 §4.1, RFC 9931), so this is no fault.',
  'server/own-origin-refused':
    'If the pages that connect are served elsewhere, nothing is wrong: give their origin with --origin. If they are of this host, add its origin to the list of the server, or let the proxy in front of it forward Host.',
  'client/strictness':
    'Send the simplest 101: the reason phrase Switching Protocols, only `Connection: Upgrade`, and no interim reply before it.',
};
