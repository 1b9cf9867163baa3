/**
 * Jest's environment of Node, with the global object of a new V8 context. Jest's own one is behind an interceptor and a proxy, where
 * each use of a global such as `Math` or `Map` takes 200 ns and more.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

export default class extends TestEnvironment {
  constructor(...args) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
