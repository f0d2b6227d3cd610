-- An echo over the package websockets: server PORT
module Main (main) where

import Control.Monad (forever)
import qualified Network.WebSockets as WS
import System.Environment (getArgs)

main :: IO ()
main = do
  [port] <- getArgs
  WS.runServer "127.0.0.1" (read port) $ \pending -> do
    connection <- WS.acceptRequest pending
    forever $ WS.receiveDataMessage connection >>= WS.sendDataMessage connection
