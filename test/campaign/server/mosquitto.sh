# mosquitto with MQTT over WebSocket: sh mosquitto.sh PORT FOLDER
cat > "$2/mosquitto-$1.conf" <<END
listener $1 127.0.0.1
protocol websockets
bind_interface lo
allow_anonymous true
user root
END
exec mosquitto -c "$2/mosquitto-$1.conf"
