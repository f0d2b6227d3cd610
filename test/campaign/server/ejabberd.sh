# ejabberd with XMPP over WebSocket: sh ejabberd.sh PORT FOLDER
home="$2/ejabberd-$1"
mkdir -p "$home"
cat > "$home/ejabberd.yml" <<END
hosts: [localhost]
loglevel: none
listen:
  - port: $1
    ip: 127.0.0.1
    module: ejabberd_http
    request_handlers:
      /ws: ejabberd_http_ws
modules: {}
END
cd "$home" || exit 1
ERL_LIBS=$(echo /usr/lib/*/ejabberd*/.. | cut -d' ' -f1)
export ERL_LIBS HOME="$home" EJABBERD_CONFIG_PATH="$home/ejabberd.yml" SPOOL_DIR="$home"
exec erl -noinput -mnesia dir "\"$home/mnesia\"" -s ejabberd
