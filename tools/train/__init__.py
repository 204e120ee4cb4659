"""Make the weights that are shipped: classifiers of talk and of likely requests, the speaker encoder."""
