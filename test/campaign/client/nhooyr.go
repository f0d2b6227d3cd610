// A driver around the client of nhooyr.io/websocket.
package main

import (
	"context"

	"nhooyr.io/websocket"
)

func connect(url string, subprotocols []string, opened func(subprotocol string)) error {
	background := context.Background()
	connection, _, err := websocket.Dial(background, url, &websocket.DialOptions{Subprotocols: subprotocols})
	if err != nil {
		return err
	}
	defer connection.Close(websocket.StatusNormalClosure, "")
	opened(connection.Subprotocol())
	for {
		if _, _, err := connection.Read(background); err != nil {
			return err
		}
	}
}
