// An echo over gorilla/websocket: server PORT
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/gorilla/websocket"
)

func main() {
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	echo := func(writer http.ResponseWriter, request *http.Request) {
		connection, err := upgrader.Upgrade(writer, request, nil)
		if err != nil {
			return
		}
		defer connection.Close()
		for {
			kind, message, err := connection.ReadMessage()
			if err != nil || connection.WriteMessage(kind, message) != nil {
				return
			}
		}
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(echo)))
}
