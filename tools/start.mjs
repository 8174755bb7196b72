import { build, installPackages, requireNode } from './build/bootstrap.mjs';

requireNode();
installPackages();
build();
await import('../dist/bin/start.js');
