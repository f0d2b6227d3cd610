import { fileURLToPath } from 'node:url';
import type { ClientRecipe } from './client-recipe.ts';

/** What makes a driver of a source of a language, and what of Debian it takes besides the client. */
export interface Toolchain {
  readonly language: ClientRecipe['language'];
  readonly debian: readonly string[];
  readonly command: readonly string[];
  readonly build: readonly string[];
}

const fileOf = (name: string) => fileURLToPath(new URL(`client/${name}`, import.meta.url));

/** With the sources of Debian, and nothing of a network. */
export function go(file: string): Toolchain {
  const sources = [fileOf('driver.go'), fileOf(file)];
  const places = ['GO111MODULE=off', 'GOPATH=/usr/share/gocode', 'GOCACHE={folder}/cache'];
  const build = ['/usr/bin/env', ...places, '/usr/bin/go', 'build', '-o', '{folder}/driver', ...sources];
  return { language: 'Go', debian: ['golang-go'], command: ['{folder}/driver'], build };
}

const jars = ['api', 'client', 'common']
  .map((part) => `websocket-${part}`)
  .concat('client', 'http', 'io', 'util', 'xml')
  .map((name) => `/usr/share/java/jetty9-${name}.jar`)
  .concat('/usr/share/java/servlet-api.jar')
  .join(':');

export function java(name: string): Toolchain {
  const sources = [fileOf('Driver.java'), fileOf(`${name}.java`)];
  const build = ['/usr/bin/javac', '-cp', jars, '-d', '{folder}', ...sources];
  return {
    ...{ language: 'Java', debian: ['openjdk-17-jdk-headless'], build },
    command: ['/usr/bin/java', '-cp', `{folder}:${jars}`, name],
  };
}

/** Boost is in its header files here, but for threads. */
export const boost = '-pthread';
export const soup = '$(pkg-config --cflags --libs libsoup-3.0)';

/** @param libraries what the compiler is told besides, in words of a shell */
export function cpp(file: string, libraries: string): Toolchain {
  const line = `exec /usr/bin/g++ -std=c++17 -O1 -w -pthread -o {folder}/driver ${fileOf(file)} ${libraries}`;
  return {
    ...{ language: 'C++', debian: ['g++', 'pkg-config'], command: ['{folder}/driver'] },
    build: ['/bin/sh', '-c', line],
  };
}

export function haskell(file: string): Toolchain {
  const places = ['-outputdir', '{folder}/parts', '-o', '{folder}/driver'];
  const build = ['/usr/bin/ghc', '-threaded', ...places, fileOf(file)];
  return { language: 'Haskell', debian: ['ghc'], command: ['{folder}/driver'], build };
}
