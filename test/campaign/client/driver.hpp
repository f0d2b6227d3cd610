// What a driver around any client of C or C++ needs: it reads tasks, one a line, and says what came of each.
#pragma once
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

struct Task {
  std::string id, url, authority, host, port, target;
  std::vector<std::string> subprotocols;

  std::string joined() const {
    std::string all;
    for (const auto& name : subprotocols) all += (all.empty() ? "" : ", ") + name;
    return all;
  }
};

// Lines are written by JSON.stringify, and have no escapes: URLs and tokens alone.
inline std::string between(const std::string& text, const std::string& before, const std::string& after) {
  auto from = text.find(before);
  if (from == std::string::npos) return "";
  from += before.size();
  return text.substr(from, text.find_first_of(after, from) - from);
}

inline Task readTask(const std::string& line) {
  Task task;
  task.id = between(line, "\"id\":", ",}");
  task.url = between(line, "\"url\":\"", "\"");
  auto rest = task.url.substr(std::min(task.url.size(), task.url.find("://") + 3));
  rest = rest.substr(0, rest.find('#'));
  auto authority = rest.substr(0, rest.find_first_of("/?"));
  task.target = rest.substr(authority.size());
  if (task.target.empty() || task.target[0] != '/') task.target = "/" + task.target;
  authority = authority.substr(authority.find('@') + 1);
  task.authority = authority;
  auto colon = authority.rfind(':');
  auto hasPort = colon != std::string::npos && authority.find(']', colon) == std::string::npos;
  task.host = authority.substr(0, hasPort ? colon : std::string::npos);
  task.port = hasPort ? authority.substr(colon + 1) : "80";
  if (task.host[0] == '[') task.host = task.host.substr(1, task.host.size() - 2);
  std::stringstream names(between(line, "\"subprotocols\":[", "]"));
  for (std::string name; std::getline(names, name, ',');) task.subprotocols.push_back(name.substr(1, name.size() - 2));
  return task;
}

inline std::string quote(const std::string& text) {
  std::string quoted = "\"";
  for (unsigned char octet : text) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", octet);
    quoted += octet < 32 || octet > 126 || octet == '"' || octet == '\\' ? escape : std::string(1, octet);
  }
  return quoted + "\"";
}

inline void sayLine(const std::string& line) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::cout << line << std::endl;
}

inline void sayOpen(const Task& task, const std::string& subprotocol) {
  sayLine("{\"id\":" + task.id + ",\"opened\":true,\"subprotocol\":" + quote(subprotocol) + "}");
}

// Where the client does not tell which subprotocol was chosen.
inline void sayOpened(const Task& task) { sayLine("{\"id\":" + task.id + ",\"opened\":true}"); }

inline void sayFailed(const Task& task, const std::string& error) {
  sayLine("{\"id\":" + task.id + ",\"opened\":false,\"error\":" + quote(error) + "}");
}

// Calls `play` for each task, until there are no more.
template <typename Play>
void readTasks(Play play) {
  for (std::string line; std::getline(std::cin, line);) play(readTask(line));
}

// The same, each in a thread of its own.
template <typename Play>
void readTasksInThreads(Play play) {
  readTasks([play](const Task& task) { std::thread(play, task).detach(); });
}
