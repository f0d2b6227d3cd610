export * from './client/index.ts';
export * from './server/index.ts';
