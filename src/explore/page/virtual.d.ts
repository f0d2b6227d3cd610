declare module 'virtual:report.css';
declare module '*.css';
