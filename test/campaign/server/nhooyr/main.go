// An echo over nhooyr.io/websocket: server PORT
package main

import (
	"log"
	"net/http"
	"os"

	"nhooyr.io/websocket"
)

func main() {
	options := &websocket.AcceptOptions{InsecureSkipVerify: true}
	echo := func(writer http.ResponseWriter, request *http.Request) {
		connection, err := websocket.Accept(writer, request, options)
		if err != nil {
			return
		}
		defer connection.Close(websocket.StatusInternalError, "")
		for {
			kind, message, err := connection.Read(request.Context())
			if err != nil || connection.Write(request.Context(), kind, message) != nil {
				return
			}
		}
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(echo)))
}
