# prosody with XMPP over WebSocket: sh prosody.sh PORT FOLDER
mkdir -p "$2/data-$1"
cat > "$2/prosody-$1.cfg.lua" <<END
run_as_root = true
daemonize = false
data_path = "$2/data-$1"
pidfile = "$2/prosody-$1.pid"
log = { error = "*console" }
modules_enabled = { "websocket" }
modules_disabled = { "s2s" }
http_ports = { $1 }
http_interfaces = { "127.0.0.1" }
https_ports = {}
c2s_ports = {}
s2s_ports = {}
consider_websocket_secure = true
http_default_host = "localhost"
VirtualHost "localhost"
END
exec prosody --config "$2/prosody-$1.cfg.lua" -F
