import type { FixableId } from './mend.ts';

/** What mends each failure whatever the product is: what to change, and where to look. */
export const generalRemedies: Readonly<Record<FixableId, string>> = {
  // What was typed.
  'input/scheme': 'Write ws:// in the place of http://, and wss:// in the place of https:// or of no scheme.',
  'input/fragment': 'Leave out the # and what follows it. A # that belongs to the path or the query is %23.',
  'input/userinfo':
    'Leave out the name and the password before the host. Send them as the server reads them: in a field, a cookie, the query or the first message.',
  'input/subprotocol':
    'Offer each subprotocol once, and as a token: letters, digits and - . _ are safe, spaces, commas, slashes and colons are not allowed.',
  'input/url':
    'Correct the URL: a scheme, a host, a port of at most 65535, a path and a query. Whatever else is in them is percent-encoded.',
  'client/own-handshake-fields':
    'Leave the fields of the handshake (Host, Upgrade, Connection and Sec-WebSocket-…) to the client. Subprotocols and extensions have options of their own.',
  'client/content-policy':
    'Name the server in connect-src of the Content-Security-Policy that the page is served with: its origin in the form of ws or wss.',
  'client/mixed-content':
    'Open wss:// from a page of https, and serve the WebSocket over TLS. A reverse proxy that has the certificate of the page can do it.',
  // The way there.
  'network/name-unknown':
    'Check the spelling of the name, and which name server is asked: names of a company, a cluster or a container are known there alone.',
  'network/refused':
    'Start the server, or correct the port. A server that listens on 127.0.0.1 is reached from its own machine or container alone: let it listen on all addresses, and publish the port of the container.',
  'network/refused-v6':
    'Let the server listen on IPv4 and on IPv6, or connect to the address that is open. localhost may be either: write 127.0.0.1 or [::1].',
  'network/unreachable':
    'Check the address and the port, and let firewalls, security groups and network policies on the way pass them.',
  'network/closed-at-once':
    'Look at what takes the connection: a TCP proxy without a server behind it, a limit on connections, or a listener that wants the line of the PROXY protocol first.',
  'proxy/credentials':
    'Give the name and the password of the proxy with its URL, http://name:password@host:port, or name the host in NO_PROXY where the way without is open.',
  'proxy/unreachable':
    'Correct the address of the proxy, in --proxy or in the environment, or name the host in NO_PROXY where the way without is open.',
  'proxy/target-unreachable':
    'Check the host and the port from where the proxy runs: its name servers and its firewall count, not those of this machine.',
  'proxy/refused':
    'Let the rules of the proxy allow CONNECT to this host and port; many allow port 443 alone. Or name the host in NO_PROXY where the way without is open.',
  // TLS.
  'tls/required': 'Use wss:// with this port, or ws:// with the port that speaks no TLS.',
  'tls/plain-port':
    'Use ws:// with this port, or wss:// with the port that speaks TLS. If it is to be this port, give its listener a certificate.',
  'tls/expired': 'Renew the certificate, and reload what serves it: the old one stays in memory until then.',
  'tls/not-yet-valid': 'Set the clock of this machine right, or wait until the certificate is valid.',
  'tls/wrong-name':
    'Connect by a name that the certificate has, or get one that has this name among its subject alternative names. Where several sites share an address, see which of them answers to this name.',
  'tls/self-signed':
    'Trust this certificate: --ca with its file in PEM, NODE_EXTRA_CA_CERTS for Node.js, the store of the system for browsers. Or get one from an authority that clients know.',
  'tls/incomplete-chain':
    'Let the server send its own certificate and behind it each one in between; the root can be left out. Browsers often fetch what is missing, programs do not.',
  'tls/unknown-issuer':
    'Trust the authority: --ca with its certificate in PEM, NODE_EXTRA_CA_CERTS for Node.js, the store of the system for browsers. If it is a public one, let the server send the whole chain.',
  'tls/revoked':
    'Get a new certificate with a new key, and reload what serves it. Its authority tells why the old one was revoked.',
  'tls/certificate':
    'Get a certificate that is meant for servers, with a key and a signature that are not out of date.',
  'tls/client-certificate':
    'Give the client the certificate and the key that the server asks for, or let the server do without one on this host.',
  'tls/version': 'Allow TLS 1.2 or TLS 1.3 on both sides.',
  'tls/cipher':
    'Allow a cipher suite that both sides know, those of TLS 1.3 for example, and see that it goes with the key of the certificate, which is RSA or ECDSA.',
  'tls/h2-only':
    'Let the port offer http/1.1 in ALPN beside h2. If it has to be HTTP/2 alone, the client and every hop need RFC 8441.',
  'tls/silent':
    'Check that this port speaks TLS, and that nothing on the way drops the ClientHello. A listener that wants the line of the PROXY protocol waits, too.',
  'tls/handshake-failed':
    'Read the log of what ends TLS there: it knows the reason of its alert. `openssl s_client -connect HOST:PORT -servername HOST` makes the same handshake.',
  // No reply, or none that is one.
  'server/not-http': 'Correct the port: something other than a web server listens on this one.',
  'server/partial-head':
    'Let the server end the head of its reply with an empty line, and send all of it. See its log for what stopped it halfway.',
  'server/silent':
    'See whether the server reads the connection: it may be stopped, out of threads, or wait for TLS or for another protocol.',
  'server/closed-without-reply':
    'Read the log of the server for what it made of the request: it may have crashed on it, or speak TLS or another protocol at this port.',
  'server/reset-without-reply':
    'Read the log of the server for a crash on the request. If there is nothing, look for a firewall on the way that resets connections.',
  'server/bare-lf': 'Let the server end each line of its reply in CR LF.',
  'server/http10':
    'Let the server answer in HTTP/1.1. If it does, a hop on the way answers in HTTP/1.0: raise the version there.',
  'server/status-line':
    'Let the server begin its reply with `HTTP/1.1 101 Switching Protocols`, and write each field as `Name: value` on a line of its own.',
  'server/reply-limits':
    'Let the server send fewer and smaller fields: cookies and policies are most of them, and a 101 needs none of them.',
  // A refusal that names its cause, or that one change mends.
  'server/status':
    'Let the server answer with the status 101: all the rest of its reply is that of an acceptance.',
  'server/engine-io':
    'Use a client of Socket.IO, or `/socket.io/?EIO=4&transport=websocket` as the path for a plain one. With several processes behind a balancer, keep each client at the same one.',
  'hop/redirect':
    'Use the URL that the redirect names, as ws or wss: hardly any client follows it. If it leads to a page for logging in, exempt the path or send the credential.',
  'hop/cdn-origin':
    'Look at the origin by itself, with --direct: whether it listens, answers in time, and has a certificate that the network accepts.',
  'hop/challenge':
    'Look for a check for humans, or a rule that goes by User-Agent or other fields of browsers, and exempt the path: a WebSocket solves no challenge. Authenticate its clients in another way.',
  'hop/rate-limit':
    'Wait for as long as Retry-After says, and connect again with growing pauses. If all clients share one address at the hop, count by another key or raise the limit.',
  'hop/limits':
    'Send less: cookies, and tokens in the query, are what grows. Or raise what the hop allows for a line and for the head.',
  'server/limits':
    'Send less: cookies, and tokens in the query, are what grows. Or raise what the server allows for the head.',
  'hop/envoy-upgrade-off':
    'Allow the upgrade in the connection manager or in the route: Envoy refuses it by default.',
  'server/subprotocol-required': 'Offer the subprotocol that the server speaks; its documentation names it.',
  'server/subprotocol-refused':
    'Offer a subprotocol that the server knows, or none. The server may ignore what it does not know, and open without.',
  'server/deflate-offer-refused':
    'Let the server answer without Sec-WebSocket-Extensions where it does not compress: an offer is no reason to refuse. Until then, offer no extension.',
  'server/token-list':
    'Let the server split Connection at its commas and look for the token upgrade, whatever its case: Firefox sends `keep-alive, Upgrade`.',
  'hop/host-rewritten':
    'Let the hop pass on the Host of the client, or put the origin that the browser sees on the list of the server.',
  'server/origin-refused':
    'Put this origin on the list of the server, with its scheme and its port. Pages from a file, and some apps, send `null`.',
  'server/origin-required':
    'Send the Origin that the server expects: browsers do it by themselves, programs need an option. Or let the server take clients without one.',
  'server/credential-refused':
    'Get a new credential, and see that it is for this server, not expired, and sent where the server reads it.',
  'server/credential-missing':
    'Send the credential where the server reads it: a cookie, the query, Authorization, a subprotocol or the first message. Browsers can set no field.',
  'server/key':
    'Find the hop that drops, doubles or rewrites Sec-WebSocket-Key, with --direct. If there is none, the server reads the field wrongly.',
  'server/path': 'Use the path that opened.',
  // What lies between.
  'hop/http10-backend': 'Let the proxy speak HTTP/1.1 to the server behind it: HTTP/1.0 has no upgrade.',
  'hop/upgrade-stripped':
    'Let each proxy on the way set Upgrade and Connection anew towards the next, and speak HTTP/1.1 there. Both fields end at each hop unless it is told otherwise.',
  'server/version':
    'Use a client of version 13, the one of RFC 6455. If it is one, find the hop that drops or changes Sec-WebSocket-Version, with --direct.',
  'hop/backend-silent':
    'See why the server behind the proxy does not answer: it may be overloaded, stopped in a debugger, or wait for something itself. Its answer has to come within the timeout of the proxy.',
  'hop/h2-backend':
    'Let the hop speak HTTP/1.1 to the server behind it, or use RFC 8441 on both sides of it.',
  'hop/backend-down':
    'Start the server behind the proxy, and check the address and the port by which the proxy knows it: in a container 127.0.0.1 is the container itself. The log of the proxy names the address that it tried.',
  'hop/route-missing':
    'Add a rule for this host and path to the proxy, and see whether it takes the beginning of the path away before it passes the request on.',
  'hop/denied':
    'Find the rule that denies this path, method or address at the proxy or at a firewall for web applications, and exempt the path. The log of the hop names the rule.',
  // What answers as if there were no WebSocket.
  'server/spa-fallback':
    'Send the path to the WebSocket server before the rule that answers every path with the page of the application. In development, let the proxy of the tool for that pass WebSockets on.',
  'server/no-handler':
    'Attach a WebSocket server to the HTTP server that listens there, at this path. Many frameworks need a library, a module or another server for it, and answer like this without.',
  'server/overloaded':
    'Raise the limit on connections, of files and of workers, or add servers. Clients wait longer each time before they connect again.',
  'server/error': 'Read the log of the server: its own code has failed on this request.',
  'server/refused':
    'Read the log of the server for its reason. Compare with a client that opens: Origin, credential, path, subprotocol.',
  // A 101 that is none.
  'hop/reply-stripped':
    'Let the hop pass on Upgrade and Connection of a 101: it has to hand the connection over, not to filter its fields.',
  'server/upgrade-missing': 'Let the server send `Upgrade: websocket` in its 101.',
  'server/connection-missing': 'Let the server send `Connection: Upgrade` in its 101.',
  'server/accept-missing':
    'Let the server send Sec-WebSocket-Accept: the base64 of the SHA-1 of the key as it came and 258EAFA5-E914-47DA-95CA-C5AB0DC85B11 behind it.',
  'server/accept-repeated':
    'Let one place alone write Sec-WebSocket-Accept: the server or a hop adds a second one.',
  'server/accept-wrong':
    'Compute Sec-WebSocket-Accept anew for each request: the base64 of the SHA-1 of the key as it came and 258EAFA5-E914-47DA-95CA-C5AB0DC85B11 behind it. No cache may answer.',
  'server/subprotocol-empty':
    'Leave Sec-WebSocket-Protocol out of the reply where no subprotocol is chosen: an empty one is an error.',
  'server/subprotocol-list':
    'Choose one of the names that were offered, and send that one alone: the list of the client is not sent back.',
  'server/subprotocol-unoffered':
    'Choose among the names that the client offered, letter for letter, or send no Sec-WebSocket-Protocol. Or let the client offer the name.',
  'server/extension-unoffered':
    'Agree to extensions that the client offered, and to no other. If the client did offer it, a hop has dropped the offer.',
  'server/deflate-parameters':
    'Answer permessage-deflate with parameters that RFC 7692 has and that go with the offer, each once.',
  // What opens, and is of no use.
  'server/two-answers':
    'Let one upgrade listener alone take each request, and route by path in it: with two on one HTTP server both answer.',
  'hop/subprotocol-lost': 'Let the hop pass Sec-WebSocket-Protocol on, in the request and in the 101.',
  'server/subprotocol-none-chosen':
    'Let the server send the one name it chose in Sec-WebSocket-Protocol: browsers close without it. If it speaks none of them, let the client offer none.',
  'hop/compression-broken':
    'Let the hop drop Sec-WebSocket-Extensions of the request, or pass octets behind the 101 on as they are. A hop that reads frames has to know what was agreed.',
  'server/compression-broken':
    'Turn permessage-deflate off at the server, or repair it: each message ends without 00 00 ff ff, and the window is kept or not as was agreed.',
  'hop/buffered':
    'Turn buffering of replies off at the hop for this path, and let it pass on at once what follows the 101.',
  'server/closed-behind-101':
    'Read the code and the reason of the Close, and the log of the server: its handler fails or refuses once the connection is open. A refusal is better made before the 101.',
  'server/no-frames':
    'Let frames be read and written by a WebSocket library once the 101 is sent: what follows it is no HTTP and no plain text.',
  'hop/idle-timeout':
    'Send a ping from either end at less than half of that time, and raise the timeout of the hop. Clients have to connect again in any case.',
  'server/idle-timeout':
    'Send something within that time, or raise the timeout of the server. A ping counts at most servers, a message of the application at some alone.',
  'server/early-frame-lost':
    'Hand on to the reader of frames whatever was read behind the head of the request. No client may send before the 101, but what comes while it is being written is lost in the same way.',
  'client/strictness':
    'Send the plainest 101: the reason Switching Protocols, `Connection: Upgrade` alone, and no interim reply before it.',
};
