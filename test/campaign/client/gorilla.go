// A driver around the client of gorilla/websocket.
package main

import "github.com/gorilla/websocket"

func connect(url string, subprotocols []string, opened func(subprotocol string)) error {
	dialer := websocket.Dialer{Subprotocols: subprotocols, EnableCompression: true}
	connection, _, err := dialer.Dial(url, nil)
	if err != nil {
		return err
	}
	defer connection.Close()
	opened(connection.Subprotocol())
	for {
		if _, _, err := connection.ReadMessage(); err != nil {
			return err
		}
	}
}
