{-# LANGUAGE OverloadedStrings #-}

-- A driver around the client of Haskell's websockets.
module Main (main) where

import Control.Concurrent (forkIO)
import Control.Concurrent.MVar (MVar, newMVar, withMVar)
import Control.Exception (SomeException, try)
import Control.Monad (forever, void)
import qualified Data.ByteString.Char8 as Octets
import Data.Char (isAscii, isControl, isDigit)
import Data.IORef (newIORef, readIORef, writeIORef)
import Data.List (intercalate, isPrefixOf, tails)
import qualified Network.WebSockets as WebSockets
import System.IO (hFlush, isEOF, stdout)

data Task = Task {number :: String, host :: String, port :: Int, target :: String, names :: [String]}

-- | What stands behind some text, up to one of some characters.
after :: String -> String -> String -> String
after before ends text =
  case [drop (length before) rest | rest <- tails text, before `isPrefixOf` rest] of
    found : _ -> takeWhile (`notElem` ends) found
    [] -> ""

-- | Lines are written by JSON.stringify, and have no escapes: URLs and tokens alone.
readTask :: String -> Task
readTask line = Task (takeWhile isDigit (after "\"id\":" "," line)) address (read (drop 1 portText)) path listed
  where
    url = after "\"url\":\"" "\"#" line
    authority = after "://" "/?" url
    (address, portText) = break (== ':') authority
    path = case drop (length ("ws://" ++ authority)) url of
      found@('/' : _) -> found
      found -> '/' : found
    listed = split (filter (/= '"') (after "\"subprotocols\":[" "]" line))

split :: String -> [String]
split "" = []
split text = let (name, rest) = break (== ',') text in name : split (drop 1 rest)

quote :: String -> String
quote text = "\"" ++ map plain text ++ "\""
  where
    plain letter = if isControl letter || not (isAscii letter) || letter `elem` ("\"\\" :: String) then '?' else letter

say :: MVar () -> Task -> String -> IO ()
say lock task word = withMVar lock $ \_ -> do
  putStrLn ("{\"id\":" ++ number task ++ "," ++ word ++ "}")
  hFlush stdout

play :: MVar () -> Task -> IO ()
play lock task = do
  isOpen <- newIORef False
  let offered = [("Sec-WebSocket-Protocol", Octets.pack (intercalate ", " (names task))) | not (null (names task))]
      options = WebSockets.defaultConnectionOptions
        { WebSockets.connectionCompressionOptions =
            WebSockets.PermessageDeflateCompression WebSockets.defaultPermessageDeflate
        }
  outcome <- try $ WebSockets.runClientWith (host task) (port task) (target task) options offered $ \connection -> do
    writeIORef isOpen True
    say lock task "\"opened\":true"
    forever (WebSockets.receiveDataMessage connection)
  wasOpen <- readIORef isOpen
  case outcome :: Either SomeException () of
    Left problem | not wasOpen -> say lock task ("\"opened\":false,\"error\":" ++ quote (show problem))
    _ -> pure ()

main :: IO ()
main = newMVar () >>= loop
  where
    loop lock = do
      isOver <- isEOF
      if isOver
        then pure ()
        else do
          line <- getLine
          void (forkIO (play lock (readTask line)))
          loop lock
