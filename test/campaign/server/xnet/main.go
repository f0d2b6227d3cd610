// An echo over golang.org/x/net/websocket: server PORT
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	"golang.org/x/net/websocket"
)

func main() {
	echo := func(connection *websocket.Conn) { _, _ = io.Copy(connection, connection) }
	// Without a handshake of its own it takes openings with an Origin alone.
	server := websocket.Server{Handler: echo, Handshake: func(*websocket.Config, *http.Request) error { return nil }}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], server))
}
