# An echo over workerd: workerd serve workerd.capnp --socket-addr=http=127.0.0.1:PORT
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .echo)],
  sockets = [(name = "http", address = "127.0.0.1:9001", http = (), service = "main")]
);

const echo :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "workerd.mjs")],
  compatibilityDate = "2024-01-01"
);
