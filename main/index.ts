import { startApp } from './electron/start-app.ts';

startApp();
