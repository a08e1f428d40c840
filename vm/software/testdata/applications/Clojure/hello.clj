(ns hello (:gen-class))
(defn -main [& args] (println "Hello" args))
