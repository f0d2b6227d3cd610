// What a driver around any client of Go needs besides `connect`: it reads a task a line, and says what came of it.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"
)

type task struct {
	Id           int      `json:"id"`
	Url          string   `json:"url"`
	Subprotocols []string `json:"subprotocols"`
}

type word struct {
	Id          int     `json:"id"`
	Opened      bool    `json:"opened"`
	Subprotocol *string `json:"subprotocol,omitempty"`
	Error       string  `json:"error,omitempty"`
}

func main() {
	var mutex sync.Mutex
	say := func(said word) {
		mutex.Lock()
		defer mutex.Unlock()
		json.NewEncoder(os.Stdout).Encode(said)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var given task
		if json.Unmarshal(lines.Bytes(), &given) != nil {
			continue
		}
		go func() {
			isOpen := false
			err := connect(given.Url, given.Subprotocols, func(subprotocol string) {
				isOpen = true
				say(word{Id: given.Id, Opened: true, Subprotocol: &subprotocol})
			})
			if !isOpen {
				say(word{Id: given.Id, Error: err.Error()})
			}
		}()
	}
}
