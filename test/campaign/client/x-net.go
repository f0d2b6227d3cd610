// A driver around the client of golang.org/x/net/websocket.
package main

import "golang.org/x/net/websocket"

func connect(url string, subprotocols []string, opened func(subprotocol string)) error {
	config, err := websocket.NewConfig(url, "http://localhost/")
	if err != nil {
		return err
	}
	config.Protocol = subprotocols
	connection, err := websocket.DialConfig(config)
	if err != nil {
		return err
	}
	defer connection.Close()
	// It leaves what was chosen in the place of what was offered.
	subprotocol := ""
	if len(connection.Config().Protocol) == 1 {
		subprotocol = connection.Config().Protocol[0]
	}
	opened(subprotocol)
	for {
		var message []byte
		if err := websocket.Message.Receive(connection, &message); err != nil {
			return err
		}
	}
}
