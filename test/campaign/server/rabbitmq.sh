# RabbitMQ with MQTT over WebSocket: sh rabbitmq.sh PORT FOLDER
home="$2/rabbitmq-$1"
mkdir -p "$home"
echo '[rabbitmq_web_mqtt].' > "$home/enabled_plugins"
cat > "$home/rabbitmq.conf" <<END
listeners.tcp = none
web_mqtt.tcp.port = $1
web_mqtt.tcp.ip = 127.0.0.1
mqtt.listeners.tcp = none
log.console = false
log.file = false
END
export HOME="$home" RABBITMQ_NODENAME="campaign-$1@localhost" RABBITMQ_NODE_IP_ADDRESS=127.0.0.1
export RABBITMQ_MNESIA_BASE="$home/mnesia" RABBITMQ_LOG_BASE="$home/log" RABBITMQ_PID_FILE="$home/pid"
export RABBITMQ_CONFIG_FILE="$home/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$home/enabled_plugins"
export ERL_EPMD_ADDRESS=127.0.0.1
# In this process group, so that it is ended with it.
epmd >"$home/epmd.log" 2>&1 &
exec /usr/lib/rabbitmq/bin/rabbitmq-server
